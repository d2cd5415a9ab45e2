// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice The one function of Permit2 that the escrow contract calls, by its published rules: the same words to sign, unordered
/// nonces, and the caller as the spender. A test puts it where Permit2 is on every chain.
contract SignatureTransfer {
    using SafeERC20 for IERC20;

    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    bytes32 private constant PERMISSIONS = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant PERMIT =
        keccak256(
            "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
        );

    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    error SignatureExpired(uint256 signatureDeadline);
    error InvalidAmount(uint256 maxAmount);
    error InvalidNonce();
    error InvalidSigner();

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (transferDetails.requestedAmount > permit.permitted.amount)
            revert InvalidAmount(permit.permitted.amount);
        uint256 bit = 1 << (permit.nonce & 255);
        if (nonceBitmap[owner][permit.nonce >> 8] & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][permit.nonce >> 8] |= bit;

        bytes32 permissions = keccak256(abi.encode(PERMISSIONS, permit.permitted.token, permit.permitted.amount));
        bytes32 words = keccak256(abi.encode(PERMIT, permissions, msg.sender, permit.nonce, permit.deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", _domain(), words));
        if (!SignatureChecker.isValidSignatureNow(owner, digest, signature)) revert InvalidSigner();
        IERC20 token = IERC20(permit.permitted.token);
        token.safeTransferFrom(owner, transferDetails.to, transferDetails.requestedAmount);
    }

    function _domain() private view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, keccak256("Permit2"), block.chainid, address(this)));
    }
}
