// The functions and types of CUDA 12 and 13 that the simulated GPU does not have.
// common/tests/surface/toolkit compares this with the headers of an installed toolkit.
#ifndef SIM_MISSING_NAMES_H
#define SIM_MISSING_NAMES_H

SIM_MISSING(SIM_NO_GRAPHS)
cudaError_t cudaDeviceGetGraphMemAttribute(...), cudaDeviceGraphMemTrim(...),
    cudaDeviceSetGraphMemAttribute(...), cudaGetCurrentGraphExec(...), cudaGraphAddChildGraphNode(...),
    cudaGraphAddDependencies(...), cudaGraphAddEmptyNode(...), cudaGraphAddEventRecordNode(...),
    cudaGraphAddEventWaitNode(...), cudaGraphAddExternalSemaphoresSignalNode(...),
    cudaGraphAddExternalSemaphoresWaitNode(...), cudaGraphAddHostNode(...), cudaGraphAddKernelNode(...),
    cudaGraphAddMemAllocNode(...), cudaGraphAddMemFreeNode(...), cudaGraphAddMemcpyNode(...),
    cudaGraphAddMemcpyNode1D(...), cudaGraphAddMemcpyNodeFromSymbol(...), cudaGraphAddMemcpyNodeToSymbol(...),
    cudaGraphAddMemsetNode(...), cudaGraphAddNode(...), cudaGraphChildGraphNodeGetGraph(...),
    cudaGraphClone(...), cudaGraphConditionalHandleCreate(...), cudaGraphCreate(...),
    cudaGraphDebugDotPrint(...), cudaGraphDestroy(...), cudaGraphDestroyNode(...),
    cudaGraphEventRecordNodeGetEvent(...), cudaGraphEventRecordNodeSetEvent(...),
    cudaGraphEventWaitNodeGetEvent(...), cudaGraphEventWaitNodeSetEvent(...),
    cudaGraphExecChildGraphNodeSetParams(...), cudaGraphExecDestroy(...),
    cudaGraphExecEventRecordNodeSetEvent(...), cudaGraphExecEventWaitNodeSetEvent(...),
    cudaGraphExecExternalSemaphoresSignalNodeSetParams(...),
    cudaGraphExecExternalSemaphoresWaitNodeSetParams(...), cudaGraphExecGetFlags(...),
    cudaGraphExecHostNodeSetParams(...), cudaGraphExecKernelNodeSetParams(...),
    cudaGraphExecMemcpyNodeSetParams(...), cudaGraphExecMemcpyNodeSetParams1D(...),
    cudaGraphExecMemcpyNodeSetParamsFromSymbol(...), cudaGraphExecMemcpyNodeSetParamsToSymbol(...),
    cudaGraphExecMemsetNodeSetParams(...), cudaGraphExecNodeSetParams(...), cudaGraphExecUpdate(...),
    cudaGraphExternalSemaphoresSignalNodeGetParams(...), cudaGraphExternalSemaphoresSignalNodeSetParams(...),
    cudaGraphExternalSemaphoresWaitNodeGetParams(...), cudaGraphExternalSemaphoresWaitNodeSetParams(...),
    cudaGraphGetEdges(...), cudaGraphGetNodes(...), cudaGraphGetRootNodes(...),
    cudaGraphHostNodeGetParams(...), cudaGraphHostNodeSetParams(...), cudaGraphInstantiate(...),
    cudaGraphInstantiateWithFlags(...), cudaGraphInstantiateWithParams(...),
    cudaGraphKernelNodeCopyAttributes(...), cudaGraphKernelNodeGetAttribute(...),
    cudaGraphKernelNodeGetParams(...), cudaGraphKernelNodeSetAttribute(...),
    cudaGraphKernelNodeSetEnabled(...), cudaGraphKernelNodeSetGridDim(...), cudaGraphKernelNodeSetParam(...),
    cudaGraphKernelNodeSetParams(...), cudaGraphKernelNodeUpdatesApply(...), cudaGraphLaunch(...),
    cudaGraphMemAllocNodeGetParams(...), cudaGraphMemFreeNodeGetParams(...),
    cudaGraphMemcpyNodeGetParams(...), cudaGraphMemcpyNodeSetParams(...), cudaGraphMemcpyNodeSetParams1D(...),
    cudaGraphMemcpyNodeSetParamsFromSymbol(...), cudaGraphMemcpyNodeSetParamsToSymbol(...),
    cudaGraphMemsetNodeGetParams(...), cudaGraphMemsetNodeSetParams(...), cudaGraphNodeFindInClone(...),
    cudaGraphNodeGetDependencies(...), cudaGraphNodeGetDependentNodes(...), cudaGraphNodeGetEnabled(...),
    cudaGraphNodeGetType(...), cudaGraphNodeSetEnabled(...), cudaGraphNodeSetParams(...),
    cudaGraphReleaseUserObject(...), cudaGraphRemoveDependencies(...), cudaGraphRetainUserObject(...),
    cudaGraphSetConditional(...), cudaGraphUpload(...), cudaStreamBeginCapture(...),
    cudaStreamBeginCaptureToGraph(...), cudaStreamEndCapture(...), cudaStreamGetCaptureInfo(...),
    cudaStreamIsCapturing(...), cudaStreamUpdateCaptureDependencies(...),
    cudaThreadExchangeStreamCaptureMode(...), cudaUserObjectCreate(...), cudaUserObjectRelease(...),
    cudaUserObjectRetain(...);

SIM_MISSING(SIM_NO_DRAWING)
cudaError_t cudaGraphicsMapResources(...), cudaGraphicsResourceGetMappedMipmappedArray(...),
    cudaGraphicsResourceGetMappedPointer(...), cudaGraphicsResourceSetMapFlags(...),
    cudaGraphicsSubResourceGetMappedArray(...), cudaGraphicsUnmapResources(...),
    cudaGraphicsUnregisterResource(...);

SIM_MISSING(SIM_NO_TEXTURE)
cudaError_t cudaArrayGetInfo(...), cudaArrayGetMemoryRequirements(...), cudaArrayGetPlane(...),
    cudaArrayGetSparseProperties(...), cudaBindSurfaceToArray(...), cudaBindTexture(...),
    cudaBindTexture2D(...), cudaBindTextureToArray(...), cudaCreateChannelDesc(...),
    cudaCreateSurfaceObject(...), cudaCreateTextureObject(...), cudaDestroySurfaceObject(...),
    cudaDestroyTextureObject(...), cudaDeviceGetTexture1DLinearMaxWidth(...),
    cudaExternalMemoryGetMappedMipmappedArray(...), cudaFreeArray(...), cudaFreeMipmappedArray(...),
    cudaGetChannelDesc(...), cudaGetMipmappedArrayLevel(...), cudaGetSurfaceObjectResourceDesc(...),
    cudaGetSurfaceReference(...), cudaGetTextureAlignmentOffset(...), cudaGetTextureObjectResourceDesc(...),
    cudaGetTextureObjectResourceViewDesc(...), cudaGetTextureObjectTextureDesc(...),
    cudaGetTextureReference(...), cudaMalloc3DArray(...), cudaMallocArray(...), cudaMallocMipmappedArray(...),
    cudaMemcpy2DArrayToArray(...), cudaMemcpy2DFromArray(...), cudaMemcpy2DFromArrayAsync(...),
    cudaMemcpy2DToArray(...), cudaMemcpy2DToArrayAsync(...), cudaMemcpyArrayToArray(...),
    cudaMemcpyFromArray(...), cudaMemcpyFromArrayAsync(...), cudaMemcpyToArray(...),
    cudaMemcpyToArrayAsync(...), cudaMipmappedArrayGetMemoryRequirements(...),
    cudaMipmappedArrayGetSparseProperties(...), cudaUnbindTexture(...);

// tex2D<float>(...) and similar functions
#define SIM_NO_FETCH(name)                                                                                   \
    template <class T = int>                                                                                 \
    SIM_MISSING(SIM_NO_TEXTURE)                                                                              \
    T name(...);
// clang-format off
SIM_NO_FETCH(surf1DLayeredread) SIM_NO_FETCH(surf1DLayeredwrite) SIM_NO_FETCH(surf1Dread)
SIM_NO_FETCH(surf1Dwrite) SIM_NO_FETCH(surf2DLayeredread) SIM_NO_FETCH(surf2DLayeredwrite)
SIM_NO_FETCH(surf2Dread) SIM_NO_FETCH(surf2Dwrite) SIM_NO_FETCH(surf3Dread) SIM_NO_FETCH(surf3Dwrite)
SIM_NO_FETCH(surfCubemapLayeredread) SIM_NO_FETCH(surfCubemapLayeredwrite) SIM_NO_FETCH(surfCubemapread)
SIM_NO_FETCH(surfCubemapwrite) SIM_NO_FETCH(tex1D) SIM_NO_FETCH(tex1DGrad) SIM_NO_FETCH(tex1DLayered)
SIM_NO_FETCH(tex1DLayeredGrad) SIM_NO_FETCH(tex1DLayeredLod) SIM_NO_FETCH(tex1DLod) SIM_NO_FETCH(tex1Dfetch)
SIM_NO_FETCH(tex2D) SIM_NO_FETCH(tex2DGrad) SIM_NO_FETCH(tex2DLayered) SIM_NO_FETCH(tex2DLayeredGrad)
SIM_NO_FETCH(tex2DLayeredLod) SIM_NO_FETCH(tex2DLod) SIM_NO_FETCH(tex2Dgather) SIM_NO_FETCH(tex3D)
SIM_NO_FETCH(tex3DGrad) SIM_NO_FETCH(tex3DLod) SIM_NO_FETCH(texCubemap) SIM_NO_FETCH(texCubemapGrad)
SIM_NO_FETCH(texCubemapLayered) SIM_NO_FETCH(texCubemapLayeredGrad) SIM_NO_FETCH(texCubemapLayeredLod)
SIM_NO_FETCH(texCubemapLod)
// clang-format on
#undef SIM_NO_FETCH

                                                                SIM_MISSING(SIM_NO_POOL) cudaError_t
    cudaDeviceSetMemPool(...),
    cudaMemGetDefaultMemPool(...), cudaMemGetMemPool(...), cudaMemPoolCreate(...), cudaMemPoolDestroy(...),
    cudaMemPoolExportPointer(...), cudaMemPoolExportToShareableHandle(...), cudaMemPoolGetAccess(...),
    cudaMemPoolImportFromShareableHandle(...), cudaMemPoolImportPointer(...), cudaMemPoolSetAccess(...),
    cudaMemSetMemPool(...);

SIM_MISSING(SIM_NO_MANAGED)
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(...), cudaMemDiscardBatchAsync(...),
    cudaMemPrefetchBatchAsync(...), cudaMemRangeGetAttribute(...), cudaMemRangeGetAttributes(...),
    cudaStreamAttachMemAsync(...);

SIM_MISSING(SIM_NO_PEER)
cudaError_t cudaChooseDevice(...), cudaDeviceCanAccessPeer(...), cudaDeviceDisablePeerAccess(...),
    cudaDeviceEnablePeerAccess(...), cudaDeviceFlushGPUDirectRDMAWrites(...), cudaDeviceGetByPCIBusId(...),
    cudaDeviceGetHostAtomicCapabilities(...), cudaDeviceGetP2PAtomicCapabilities(...),
    cudaDeviceGetP2PAttribute(...), cudaDeviceGetPCIBusId(...), cudaLaunchCooperativeKernelMultiDevice(...),
    cudaMemcpy3DPeer(...), cudaMemcpy3DPeerAsync(...), cudaMemcpyPeer(...), cudaMemcpyPeerAsync(...),
    cudaSetValidDevices(...);

SIM_MISSING(SIM_NO_SHARING)
cudaError_t cudaDestroyExternalMemory(...), cudaDestroyExternalSemaphore(...),
    cudaDeviceGetNvSciSyncAttributes(...), cudaExternalMemoryGetMappedBuffer(...),
    cudaImportExternalMemory(...), cudaImportExternalSemaphore(...), cudaIpcCloseMemHandle(...),
    cudaIpcGetEventHandle(...), cudaIpcGetMemHandle(...), cudaIpcOpenEventHandle(...),
    cudaIpcOpenMemHandle(...), cudaSignalExternalSemaphoresAsync(...), cudaWaitExternalSemaphoresAsync(...);

SIM_MISSING(SIM_NO_MODULES)
cudaError_t cudaFuncGetName(...), cudaFuncGetParamInfo(...), cudaGetDriverEntryPoint(...),
    cudaGetDriverEntryPointByVersion(...), cudaGetExportTable(...), cudaGetFuncBySymbol(...),
    cudaGetKernel(...), cudaKernelSetAttributeForDevice(...), cudaLibraryEnumerateKernels(...),
    cudaLibraryGetGlobal(...), cudaLibraryGetKernel(...), cudaLibraryGetKernelCount(...),
    cudaLibraryGetManaged(...), cudaLibraryGetUnifiedFunction(...), cudaLibraryLoadData(...),
    cudaLibraryLoadFromFile(...), cudaLibraryUnload(...);

SIM_MISSING(SIM_NO_PITCH)
cudaError_t cudaMalloc3D(...), cudaMemcpy3D(...), cudaMemcpy3DAsync(...), cudaMemcpy3DBatchAsync(...),
    cudaMemcpyBatchAsync(...), cudaMemset3D(...), cudaMemset3DAsync(...), make_cudaExtent(...),
    make_cudaPitchedPtr(...), make_cudaPos(...);

SIM_MISSING(SIM_NO_SETTING)
cudaError_t cudaCtxResetPersistingL2Cache(...), cudaDeviceRegisterAsyncNotification(...),
    cudaDeviceUnregisterAsyncNotification(...), cudaHostGetFlags(...), cudaLogsCurrent(...),
    cudaLogsDumpToFile(...), cudaLogsDumpToMemory(...), cudaLogsRegisterCallback(...),
    cudaLogsUnregisterCallback(...), cudaSetDoubleForDevice(...), cudaSetDoubleForHost(...),
    cudaStreamCopyAttributes(...), cudaStreamGetAttribute(...), cudaStreamGetDevice(...),
    cudaStreamGetId(...), cudaStreamSetAttribute(...), cudaThreadExit(...), cudaThreadGetCacheConfig(...),
    cudaThreadGetLimit(...), cudaThreadSetCacheConfig(...), cudaThreadSetLimit(...);

SIM_MISSING(SIM_NO_OCCUPANCY)
cudaError_t cudaOccupancyMaxActiveClusters(...), cudaOccupancyMaxPotentialClusterSize(...);

SIM_MISSING(SIM_NO_ROUNDING)
float __dadd_rd(...), __dadd_ru(...), __dadd_rz(...), __ddiv_rd(...), __ddiv_ru(...), __ddiv_rz(...),
    __dmul_rd(...), __dmul_ru(...), __dmul_rz(...), __double2float_rd(...), __double2float_ru(...),
    __double2float_rz(...), __drcp_rd(...), __drcp_ru(...), __drcp_rz(...), __dsqrt_rd(...), __dsqrt_ru(...),
    __dsqrt_rz(...), __dsub_rd(...), __dsub_ru(...), __dsub_rz(...), __fadd_rd(...), __fadd_ru(...),
    __fadd_rz(...), __fdiv_rd(...), __fdiv_ru(...), __fdiv_rz(...), __fma_rd(...), __fma_ru(...),
    __fma_rz(...), __fmaf_rd(...), __fmaf_ru(...), __fmaf_rz(...), __fmul_rd(...), __fmul_ru(...),
    __fmul_rz(...), __frcp_rd(...), __frcp_ru(...), __frcp_rz(...), __fsqrt_rd(...), __fsqrt_ru(...),
    __fsqrt_rz(...), __fsub_rd(...), __fsub_ru(...), __fsub_rz(...), __int2float_rd(...), __int2float_ru(...),
    __int2float_rz(...), __ll2double_rd(...), __ll2double_ru(...), __ll2double_rz(...), __ll2float_rd(...),
    __ll2float_ru(...), __ll2float_rz(...), __uint2float_rd(...), __uint2float_ru(...), __uint2float_rz(...),
    __ull2double_rd(...), __ull2double_ru(...), __ull2double_rz(...), __ull2float_rd(...),
    __ull2float_ru(...), __ull2float_rz(...);

SIM_MISSING(SIM_NO_WORDS)
unsigned __dp2a_hi(...), __dp2a_lo(...), __vabs2(...), __vabs4(...), __vabsdiffs2(...), __vabsdiffs4(...),
    __vabsdiffu2(...), __vabsdiffu4(...), __vabsss2(...), __vabsss4(...), __vadd2(...), __vadd4(...),
    __vaddss2(...), __vaddss4(...), __vaddus2(...), __vaddus4(...), __vavgs2(...), __vavgs4(...),
    __vavgu2(...), __vavgu4(...), __vcmpeq2(...), __vcmpeq4(...), __vcmpges2(...), __vcmpges4(...),
    __vcmpgeu2(...), __vcmpgeu4(...), __vcmpgts2(...), __vcmpgts4(...), __vcmpgtu2(...), __vcmpgtu4(...),
    __vcmples2(...), __vcmples4(...), __vcmpleu2(...), __vcmpleu4(...), __vcmplts2(...), __vcmplts4(...),
    __vcmpltu2(...), __vcmpltu4(...), __vcmpne2(...), __vcmpne4(...), __vhaddu2(...), __vhaddu4(...),
    __viaddmax_s16x2(...), __viaddmax_s16x2_relu(...), __viaddmax_u16x2(...), __viaddmin_s16x2(...),
    __viaddmin_s16x2_relu(...), __viaddmin_u16x2(...), __vibmax_s16x2(...), __vibmax_u16x2(...),
    __vibmin_s16x2(...), __vibmin_u16x2(...), __vimax3_s16x2(...), __vimax3_s16x2_relu(...),
    __vimax3_u16x2(...), __vimax_s16x2_relu(...), __vimin3_s16x2(...), __vimin3_s16x2_relu(...),
    __vimin3_u16x2(...), __vimin_s16x2_relu(...), __vmaxs2(...), __vmaxs4(...), __vmaxu2(...), __vmaxu4(...),
    __vmins2(...), __vmins4(...), __vminu2(...), __vminu4(...), __vneg2(...), __vneg4(...), __vnegss2(...),
    __vnegss4(...), __vsads2(...), __vsads4(...), __vsadu2(...), __vsadu4(...), __vseteq2(...),
    __vseteq4(...), __vsetges2(...), __vsetges4(...), __vsetgeu2(...), __vsetgeu4(...), __vsetgts2(...),
    __vsetgts4(...), __vsetgtu2(...), __vsetgtu4(...), __vsetles2(...), __vsetles4(...), __vsetleu2(...),
    __vsetleu4(...), __vsetlts2(...), __vsetlts4(...), __vsetltu2(...), __vsetltu4(...), __vsetne2(...),
    __vsetne4(...), __vsub2(...), __vsub4(...), __vsubss2(...), __vsubss4(...), __vsubus2(...),
    __vsubus4(...);

SIM_MISSING(SIM_NO_DPX)
unsigned __viaddmax_s32(...), __viaddmax_s32_relu(...), __viaddmax_u32(...), __viaddmin_s32(...),
    __viaddmin_s32_relu(...), __viaddmin_u32(...), __vibmax_s32(...), __vibmax_u32(...), __vibmin_s32(...),
    __vibmin_u32(...), __vimax3_s32(...), __vimax3_s32_relu(...), __vimax3_u32(...), __vimax_s32_relu(...),
    __vimin3_s32(...), __vimin3_s32_relu(...), __vimin3_u32(...), __vimin_s32_relu(...);

SIM_MISSING(SIM_NO_SPACE)
unsigned __cvta_constant_to_generic(...), __cvta_generic_to_constant(...), __cvta_generic_to_global(...),
    __cvta_generic_to_grid_constant(...), __cvta_generic_to_local(...), __cvta_generic_to_shared(...),
    __cvta_global_to_generic(...), __cvta_grid_constant_to_generic(...), __cvta_local_to_generic(...),
    __cvta_shared_to_generic(...), __isClusterShared(...), __isConstant(...), __isCtaShared(...),
    __isGlobal(...), __isGridConstant(...), __isLocal(...), __isShared(...);

SIM_MISSING("kernels of the simulated GPU cannot reach host memory: use cudaMemcpy")
cudaError_t cudaHostGetDevicePointer(...);

SIM_MISSING(SIM_NO_GRID)
cudaError_t cudaCGGetIntrinsicHandle(...), cudaCGGetRank(...), cudaCGGetSize(...), cudaCGSynchronize(...),
    cudaCGSynchronizeGrid(...);

SIM_MISSING("the simulated GPU has no launch attributes: use kernel<<<...>>>(...)")
cudaError_t cudaLaunchKernelExC(...);

SIM_MISSING(SIM_NO_CALLBACK)
cudaError_t cudaLaunchHostFunc(...), cudaStreamAddCallback(...);

SIM_MISSING("the simulated GPU does not count a kernel's registers: use cuobjdump or a real GPU")
cudaError_t cudaFuncGetAttributes(...);

SIM_MISSING(SIM_NO_PROFILER)
cudaError_t cudaProfilerInitialize(...);

SIM_MISSING("cudaThreadSynchronize was removed in CUDA 13: use cudaDeviceSynchronize")
cudaError_t cudaThreadSynchronize(...);

SIM_MISSING(SIM_NO_LAUNCHES)
cudaError_t cudaGetParameterBuffer(...), cudaGetParameterBufferV2(...), cudaGridDependencySynchronize(...),
    cudaLaunchDevice(...), cudaLaunchDeviceV2(...), cudaTriggerProgrammaticLaunchCompletion(...);

extern SIM_MISSING_TYPE(SIM_NO_LAUNCHES) const cudaStream_t cudaStreamFireAndForget, cudaStreamTailLaunch;

SIM_MISSING(SIM_NO_MATH)
double cyl_bessel_i0(...), cyl_bessel_i0f(...), cyl_bessel_i1(...), cyl_bessel_i1f(...), erfcinv(...),
    erfcinvf(...), erfcx(...), erfcxf(...), erfinv(...), erfinvf(...), fdivide(...), norm(...),
    normcdfinv(...), normcdfinvf(...), normf(...), rnorm(...), rnormf(...);

SIM_MISSING(SIM_NO_BARRIERS)
void __barrier_sync(...), __barrier_sync_count(...);

SIM_MISSING(SIM_NO_CLUSTER)
void __clusterDim(...), __clusterDimIsSpecified(...), __clusterGridDimInClusters(...), __clusterIdx(...),
    __clusterRelativeBlockIdx(...), __clusterRelativeBlockRank(...), __clusterSizeInBlocks(...),
    __cluster_barrier_arrive(...), __cluster_barrier_arrive_relaxed(...), __cluster_barrier_wait(...),
    __cluster_map_shared_multicast(...), __cluster_map_shared_rank(...), __cluster_query_shared_rank(...),
    __threadfence_cluster(...);

struct SIM_MISSING_TYPE(SIM_NO_GRAPHS) cudaGraph_t;
struct SIM_MISSING_TYPE(SIM_NO_GRAPHS) cudaGraphExec_t;
struct SIM_MISSING_TYPE(SIM_NO_GRAPHS) cudaGraphNode_t;
struct SIM_MISSING_TYPE(SIM_NO_GRAPHS) cudaUserObject_t;
struct SIM_MISSING_TYPE(SIM_NO_TEXTURE) cudaTextureObject_t;
struct SIM_MISSING_TYPE(SIM_NO_TEXTURE) cudaSurfaceObject_t;
struct SIM_MISSING_TYPE(SIM_NO_TEXTURE) cudaArray_t;
struct SIM_MISSING_TYPE(SIM_NO_TEXTURE) cudaMipmappedArray_t;
struct SIM_MISSING_TYPE(SIM_NO_TEXTURE) cudaChannelFormatDesc;
struct SIM_MISSING_TYPE(SIM_NO_TEXTURE) cudaResourceDesc;
struct SIM_MISSING_TYPE(SIM_NO_TEXTURE) cudaTextureDesc;
struct SIM_MISSING_TYPE(SIM_NO_PITCH) cudaExtent;
struct SIM_MISSING_TYPE(SIM_NO_PITCH) cudaPos;
struct SIM_MISSING_TYPE(SIM_NO_PITCH) cudaPitchedPtr;
struct SIM_MISSING_TYPE(SIM_NO_PITCH) cudaMemcpy3DParms;
struct SIM_MISSING_TYPE(SIM_NO_POOL) cudaMemPoolProps;
struct SIM_MISSING_TYPE(SIM_NO_SHARING) cudaIpcMemHandle_t;
struct SIM_MISSING_TYPE(SIM_NO_SHARING) cudaIpcEventHandle_t;
struct SIM_MISSING_TYPE(SIM_NO_SHARING) cudaExternalMemory_t;
struct SIM_MISSING_TYPE(SIM_NO_SHARING) cudaExternalSemaphore_t;
struct SIM_MISSING_TYPE(SIM_NO_MODULES) cudaKernel_t;
struct SIM_MISSING_TYPE(SIM_NO_MODULES) cudaLibrary_t;
struct SIM_MISSING_TYPE(SIM_NO_MODULES) cudaFunction_t;
struct SIM_MISSING_TYPE("the simulated GPU has no launch attributes: use kernel<<<...>>>(...)")
    cudaLaunchAttribute;
struct SIM_MISSING_TYPE("the simulated GPU does not count a kernel's registers: use cuobjdump or a real GPU")
    cudaFuncAttributes;

enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };

// Clang does not report the attribute of a class template.
template <class T = int, int dimensions = 1, int mode = 0>
struct texture {
    static_assert(sizeof(T) == 0, SIM_NO_TEXTURE);
};
template <class T = int, int dimensions = 1, int mode = 0>
struct surface : texture<T, dimensions, mode> {};

#endif
